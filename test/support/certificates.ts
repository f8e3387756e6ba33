// Certificates that tests make for themselves, and which one a server shows.
import { connect } from 'node:tls';
import { once } from 'node:events';
import { generate } from 'selfsigned';

/** Certificate and key in PEM, signed by itself, for this name. */
export async function makeCertificate(
  name: string,
  keyType: 'rsa' | 'ec' = 'ec',
): Promise<{ cert: string; key: string }> {
  const made = await generate([{ name: 'commonName', value: name }], { keyType });
  return { cert: made.cert, key: made.private };
}

/** The name in the certificate that a new connection to a port of this machine is shown. */
export async function nameOfCertificate(port: number | string): Promise<string> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}
