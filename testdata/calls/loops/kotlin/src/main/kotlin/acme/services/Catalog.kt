package acme.services

import acme.data.ItemDao
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Catalog(private val dao: ItemDao) {
    fun item(id: String): String {
        val row = dao.findItem(id)
        return row + priceOf(id)
    }

    private fun priceOf(id: String): Int = runBlocking { //!
        delay(10)
        id.length
    }
}
