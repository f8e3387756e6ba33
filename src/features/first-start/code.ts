// The code that whoever starts a site reads in its log. Pure.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Without letters and digits that are taken for each other: five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 16;

/**
 * Such as `K7QD-2M9X-WB4T-HRCE`, 80 bits. All processes of a site give the same one for a number, and nobody else knows it
 * without the secret of the site.
 */
export function writeCode(secret: string, number: number): string {
  const bytes = createHmac('sha256', secret).update(`first start ${number}`).digest().subarray(0, length);
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

const plain = (code: string): Buffer => hash('sha256', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'buffer');

/** Whether somebody typed this code, with or without hyphens, in capitals or not. */
export const isCode = (typed: string, code: string): boolean => timingSafeEqual(plain(typed), plain(code));
