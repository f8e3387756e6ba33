// TLS that this server ends itself: which versions and ciphers it offers, and its certificate, which may change while it
// runs (spec ruling 12).
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import { invalid } from './errors.ts';

/** A certificate with its chain, and its private key: in PEM, or the names of files that hold them. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Forward secrecy and authenticated encryption alone; those of TLS 1.3 come first. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** What a server of TLS is made with. */
export const secureOptions = ({ cert, key }: Certificate): SecureContextOptions => ({
  cert,
  key,
  ciphers,
  minVersion: 'TLSv1.2',
});

/** Reads both files; throws invalid that names them where TLS can't use them, or not together. */
export function readCertificate(files: Certificate): Certificate {
  try {
    const read = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
    createSecureContext(secureOptions(read));
    return read;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(`TLS can't use the certificate ${files.cert} with the key ${files.key}: ${reason}`);
  }
}

/** When the certificate is over, in milliseconds since the epoch. */
export const certificateEndMs = ({ cert }: Certificate): number => new X509Certificate(cert).validToDate.getTime();

/** Gives the certificate to connections that are made from now on. Throws a programming error for a server without TLS. */
export function renewCertificate(server: Server | TlsServer, certificate: Certificate): void {
  if (!(server instanceof TlsServer)) throw new Error('this server does not speak TLS');
  server.setSecureContext(secureOptions(certificate));
}
