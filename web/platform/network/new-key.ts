// Keys by which the server knows that a request is the same one again.

/** Made without `randomUUID`, which browsers have on HTTPS alone. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
