using System.IO;
using System.Net;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Acme.Services
{
    public class ReportService
    {
        public void Append(string line)
        {
            File.AppendAllText("report.txt", line); //!
            Task flush = FlushAsync();
            flush.Wait(); //!
        }

        public string Render(string name)
        {
            var template = Templates.Load(name);
            var a = StartAsync("a");
            var b = StartAsync("b");
            Task.WaitAll(a, b); //!
            var stamp = new Stamp(name);
            return template;
        }

        public string Offline()
        {
            Thread.Sleep(1000);
            return File.ReadAllText("offline.txt");
        }

        private async Task FlushAsync() => await Task.Delay(10);

        private async Task StartAsync(string x) => await Task.Delay(10);
    }

    internal static class Templates
    {
        public static string Load(string name)
        {
            using var reader = new StreamReader(name);
            var text = reader.ReadToEnd(); //!
            foreach (var line in File.ReadAllLines("partials.txt")) //!
                text += Include(line);
            return text;
        }

        static string Include(string url)
        {
            using var client = new WebClient();
            return client.DownloadString(url); //!
        }
    }

    public class Stamp
    {
        public Stamp(string name)
        {
            File.WriteAllText(name, "stamp"); //!
        }
    }
}
