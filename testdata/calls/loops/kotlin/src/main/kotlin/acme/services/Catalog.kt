package acme.services

import acme.data.ItemDao
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.springframework.web.client.RestTemplate

class Catalog(private val dao: ItemDao, private val rest: RestTemplate) {
    fun item(id: String): String {
        val row = dao.findItem(id)
        val stock = rest.getForObject("http://stock/$id", String::class.java) //!
        return row + priceOf(id) + stock
    }

    private fun priceOf(id: String): Int = runBlocking { //!
        delay(10)
        id.length
    }
}
