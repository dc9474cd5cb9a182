using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Acme.Data;

namespace Acme.Services
{
    public interface IPriceService
    {
        decimal Quote(string id);
    }

    public class PriceService : IPriceService
    {
        private readonly HttpClient _client = new HttpClient();
        private readonly Repository _repository = new Repository();

        public decimal Quote(string id)
        {
            var text = _client.GetStringAsync("http://prices/" + id).Result; //!
            return decimal.Parse(text) + Discount(id);
        }

        private decimal Discount(string id)
        {
            var row = _repository.LoadAsync(id).GetAwaiter().GetResult(); //!
            Backoff.Pause();
            return row.Length;
        }
    }

    public static class Backoff
    {
        public static void Pause()
        {
            Thread.Sleep(50); //!
        }
    }
}
