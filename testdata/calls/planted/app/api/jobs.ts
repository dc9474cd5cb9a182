import { createHmac, randomBytes, generatePrimeSync } from 'crypto';
import type { Request, Response } from 'express';
import { files } from './files';
const steps = [signed, prime];
export const handler = async (req: Request, res: Response): Promise<void> => {
  const { first } = files;
  res.json({ all: steps.map((step) => step(req)), first: first(), more: (await files.second()) });
};
function signed(req: Request) { return createHmac('sha1', randomBytes(8_000_000)).digest(); } //!
function prime() { return generatePrimeSync(1024); } //!
