using System.Threading.Tasks;
namespace Chat;
public class ChatHub
{
    private readonly MessageStore _store;
    public ChatHub(MessageStore store) => _store = store;
    public async Task Send(string text)
    {
        _store.Save(text);
        await Task.CompletedTask;
    }
}
