using System.Data.SqlClient;
using System.Threading.Tasks;

namespace Acme.Data
{
    public class Repository
    {
        public async Task<string> LoadAsync(string id)
        {
            using var connection = new SqlConnection("Server=db");
            await connection.OpenAsync();
            using var command = connection.CreateCommand();
            command.CommandText = "select body from orders";
            return Convert(command);
        }

        private string Convert(SqlCommand command)
        {
            using var reader = command.ExecuteReader(); //!
            return reader.Read() ? reader.GetString(0) : "";
        }
    }
}
