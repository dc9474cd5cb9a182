package acme.routes

import acme.services.Catalog
import acme.services.Mailer
import acme.data.Files
import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.request.*
import io.ktor.server.routing.*
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

fun Application.api(catalog: Catalog, mailer: Mailer) {
    routing {
        get("/items/{id}") {
            val item = catalog.item(call.parameters["id"]!!)
            call.respondText(item)
        }
        post("/mail") {
            mailer.deliver(call.receiveText())
            call.respondText("ok")
        }
        get("/static") {
            call.respondText(Files.page("index"))
        }
        get("/safe") {
            val text = withContext(Dispatchers.IO) { Files.archive() }
            call.respondText(text)
        }
    }
}
