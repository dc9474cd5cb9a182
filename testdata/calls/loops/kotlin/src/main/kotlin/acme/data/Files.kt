package acme.data

import java.net.URL
import java.nio.file.Paths

object Files {
    fun page(name: String): String {
        val local = java.nio.file.Files.readString(Paths.get("$name.html")) //!
        return local + banner()
    }

    private fun banner(): String = URL("http://banner/").readText() //!

    fun archive(): String = java.io.File("archive").readText()
}
