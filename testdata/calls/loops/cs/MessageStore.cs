using System.IO;
using System.Threading;
using System.Threading.Tasks;
namespace Chat;
public class MessageStore
{
    private readonly ChatContext _db;
    private readonly SemaphoreSlim _gate = new SemaphoreSlim(1);
    public MessageStore(ChatContext db) => _db = db;
    public void Save(string text)
    {
        _gate.Wait(); //!
        _db.SaveChanges(); //!
        File.WriteAllText("last.txt", text); //!
        Notify(text);
        _gate.Release();
    }
    private void Notify(string text)
    {
        PushAsync(text).Wait(); //!
    }
    private Task PushAsync(string t) => Task.Delay(1);
}
