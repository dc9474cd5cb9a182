require "openssl"

module Shop
  module Journal
    def self.note(path)
      Async { |task| seal(path) }
    end

    def self.seal(path)
      OpenSSL::PKCS5.pbkdf2_hmac(path, "salt", 100_000, 32, "sha256") #!
    end
  end
end
