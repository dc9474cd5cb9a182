import { pbkdf2Sync } from 'crypto';
export default (req: any) => pbkdf2Sync(req.p, 's', 1, 1, 'sha1'); //!
