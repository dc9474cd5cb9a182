package acme.data

import java.sql.Connection
import java.sql.DriverManager

class ItemDao(private val url: String) {
    fun findItem(id: String): String {
        open().use { c ->
            val s = c.prepareStatement("select name from items where id = ?")
            s.setString(1, id)
            val r = s.executeQuery() //!
            return if (r.next()) r.getString(1) else ""
        }
    }

    private fun open(): Connection = DriverManager.getConnection(url) //!
}
