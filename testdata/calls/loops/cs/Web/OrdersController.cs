using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;
using Acme.Services;

namespace Acme.Web
{
    [ApiController]
    [Route("orders")]
    public class OrdersController : ControllerBase
    {
        private readonly IPriceService _prices;
        private readonly ReportService _reports;

        public OrdersController(IPriceService prices, ReportService reports)
        {
            _prices = prices;
            _reports = reports;
        }

        [HttpGet("{id}")]
        public async Task<IActionResult> Get(string id)
        {
            var price = _prices.Quote(id);
            await Task.Yield();
            return Ok(price);
        }

        [HttpPost]
        public async Task<IActionResult> Post([FromBody] string body)
        {
            _reports.Append(body);
            var text = _reports.Render(body);
            await Task.Yield();
            return Ok(text);
        }

        [HttpGet("safe")]
        public async Task<IActionResult> Safe()
        {
            var text = await Task.Run(() => _reports.Offline());
            return Ok(text);
        }
    }
}
