// The little that doors need of a message before it is stored: single headers, from its bytes.

/** Bytes of a header section that are looked at. */
export const headBytesMax = 256 * 1024;

const textOf = (raw: Uint8Array): string => {
  const text = Buffer.from(raw.subarray(0, headBytesMax)).toString('latin1');
  const end = /\r?\n\r?\n|\r\r/.exec(text)?.index ?? text.length;
  return text.slice(0, end).replace(/(?:\r\n|\n|\r)[ \t]+/g, ' ');
};

/** Makes what gives the values of a header, whatever its case, in the order of the message. */
export function readHead(raw: Uint8Array): (name: string) => string[] {
  const lines = textOf(raw).split(/\r\n|\n|\r/);
  return (name) => {
    const start = `${name.toLowerCase()}:`;
    return lines.filter((line) => line.toLowerCase().startsWith(start)).map((line) => line.slice(start.length).trim());
  };
}

/** `<local@domain>` of a message; undefined where it has none, or a malformed one. */
export const messageIdIn = (head: ReturnType<typeof readHead>): string | undefined =>
  /<[^<>\s]{1,980}>/.exec(head('message-id')[0] ?? '')?.[0];

/** Addresses in headers that say where a mail server delivered the message, then in those where its writer addressed it. */
export function recipientsIn(head: ReturnType<typeof readHead>): string[] {
  const names = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to', 'cc'];
  const found = names.flatMap(head).flatMap((value) => value.match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g) ?? []);
  return [...new Set(found.map((address) => address.toLowerCase()))];
}
