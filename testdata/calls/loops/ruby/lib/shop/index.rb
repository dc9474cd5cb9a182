require "sqlite3"
require "openssl"

module Shop
  module Index
    def self.search(text)
      db = SQLite3::Database.new("index.db")
      rows = db.execute("select * from docs where body like ?", text) #!
      rows.map { |r| key(r.first) }
    end

    def self.key(text)
      OpenSSL::KDF.pbkdf2_hmac(text, salt: "s", iterations: 100_000, length: 32, hash: "SHA256") #!
    end
  end
end
