// A storage whose names and texts only who has the key can read. XChaCha20-Poly1305 in script, because what browsers have for this
// is missing without HTTPS, and answers too late for a page that is being closed.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { listKeys } from './browser-storage.ts';
import type { Store } from './browser-storage.ts';

export const dayMs = 24 * 3_600_000;

/** In bytes: random ones do not meet again. Its base64 ends without a filler, so that of what follows may stand behind it. */
const nonceLength = 24;

const makeRandom = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

const encodeBytes = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

export const decodeBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

const newName = (): string => encodeBytes(makeRandom(12));

interface Entry {
  key: string;
  text: string;
}

const readEntry = (json: string): Entry | undefined => {
  const entry: unknown = JSON.parse(json);
  const [key, text] = Array.isArray(entry) ? entry.map((part: unknown) => part) : [];
  return typeof key === 'string' && typeof text === 'string' ? { key, text } : undefined;
};

/** `key`: 32 bytes. Entries of `store` whose names begin with `prefix` are its own; what the key does not open is as if it was not there. */
export function createSealedStore(store: Store, prefix: string, key: Uint8Array, nowMs: () => number): Store {
  const opened = new Map<string, { sealed: string; entry: Entry | undefined }>();
  const open = (sealed: string): Entry | undefined => {
    const [, text] = sealed.split('.');
    if (text === undefined) return undefined;
    try {
      const bytes = decodeBytes(text);
      const cipher = xchacha20poly1305(key, bytes.subarray(0, nonceLength));
      return readEntry(new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceLength))));
    } catch {
      // Sealed with another key, or damaged: the cipher throws nothing more particular.
      return undefined;
    }
  };
  const entryOf = (name: string): Entry | undefined => {
    const sealed = store.getItem(name);
    if (sealed === null) return undefined;
    const known = opened.get(name);
    if (known?.sealed === sealed) return known.entry;
    const entry = open(sealed);
    opened.set(name, { sealed, entry });
    return entry;
  };
  const list = (): { name: string; entry: Entry }[] =>
    listKeys(store).flatMap((name) => {
      const entry = name.startsWith(prefix) ? entryOf(name) : undefined;
      return entry === undefined ? [] : [{ name, entry }];
    });
  const find = (wanted: string) => list().find(({ entry }) => entry.key === wanted);
  return {
    get length() {
      return list().length;
    },
    key: (index) => list()[index]?.entry.key ?? null,
    getItem: (wanted) => find(wanted)?.entry.text ?? null,
    setItem(wanted, text) {
      const name = find(wanted)?.name ?? `${prefix}${newName()}`;
      const nonce = makeRandom(nonceLength);
      const sealed = xchacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(JSON.stringify([wanted, text])));
      store.setItem(name, `${Math.floor(nowMs() / dayMs)}.${encodeBytes(nonce)}${encodeBytes(sealed)}`);
    },
    removeItem(wanted) {
      for (const { name, entry } of list()) if (entry.key === wanted) store.removeItem(name);
    },
  };
}
