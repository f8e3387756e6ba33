// What the address of a new artifact says: `?title=`, `?field_<id>=`, `?parent=`, `?copy_from=`. Pure.

/** Of the address, as the router reads it. */
export type Prefill = Readonly<Record<string, string>>;

/** Parts of the address that say something about a new artifact, as texts. */
export function readPrefill(search: Readonly<Record<string, unknown>>): Prefill {
  const known = Object.entries(search).filter(([name]) => /^(?:title|parent|copy_from|field_\d{1,15})$/.test(name));
  return Object.fromEntries(
    known.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
