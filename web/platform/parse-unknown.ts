// Reads what the contract leaves open: values whose shape depends on a field's type. Pure.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** undefined where there is no such key, or no text. */
export const textIn = (value: unknown, key: string): string | undefined => {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
};

export const numberIn = (value: unknown, key: string): number | undefined => {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'number' ? found : undefined;
};

/** Empty where there is no such key, or no list. */
export const listIn = (value: unknown, key: string): readonly unknown[] => {
  const found = isRecord(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

export const recordIn = (value: unknown, key: string): Record<string, unknown> | undefined => {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : undefined;
};
