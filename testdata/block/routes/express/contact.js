const PHONE = /^(\+?\d+[- ]?)+$/;

exports.checkContact = function checkContact(body) {
  if (!body.name) return 'name is required';
  if (!body.email || !/^[^@\s]+@[^@\s]+$/.test(body.email)) return 'email must be an e-mail address';
  if (!body.phone) return 'phone is required';
  if (!PHONE.test(body.phone)) return 'phone is malformed';
  return '';
};
