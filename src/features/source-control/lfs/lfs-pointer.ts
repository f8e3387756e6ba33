// What git keeps in the place of a large file (git-lfs's docs/spec.md). Pure.

export interface LfsPointer {
  oid: string;
  sizeBytes: number;
}

/** No pointer is longer. */
export const pointerMaxBytes = 1024;

const pattern =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n?$/;

/** Undefined for any other file. */
export function readPointer(bytes: Uint8Array): LfsPointer | undefined {
  if (bytes.length > pointerMaxBytes) return undefined;
  const [, oid, size] = pattern.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return oid === undefined ? undefined : { oid, sizeBytes: Number(size) };
}
