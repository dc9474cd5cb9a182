package acme.services

import java.io.File
import java.util.concurrent.TimeUnit
import okhttp3.OkHttpClient
import okhttp3.Request

class Mailer(private val client: OkHttpClient) {
    fun deliver(text: String) {
        spool(text)
        send(text)
    }

    private fun spool(text: String) {
        val file = File("spool.txt")
        file.appendText(text) //!
        File("spool.count").writeText("1") //!
    }

    private fun send(text: String) {
        val request = Request.Builder().url("http://mail/$text").build()
        var response = client.newCall(request).execute() //!
        while (!response.isSuccessful) {
            Thread.sleep(100) //!
            response = client.newCall(request).execute() //!
        }
    }
}
