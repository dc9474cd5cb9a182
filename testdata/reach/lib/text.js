const PHONE = /^(\+?\d{1,3}[ -]?)?(\(?\d{1,4}\)?[ -]?)+\d{1,4}$/
exports.isPhone = s => PHONE.test(s)
