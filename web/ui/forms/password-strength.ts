// What can be said of a new password as one types. The server, which knows dictionaries, has the last word. Pure.

export type PasswordRule = 'length' | 'own' | 'variety';

export interface PasswordLook {
  /** Rules with whether they are met. */
  rules: readonly { rule: PasswordRule; isMet: boolean }[];
  /** 0 to 4. */
  strength: number;
}

/** Bits that make a password hard to guess, as far as its letters tell. */
function estimateBits(password: string): number {
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
  const sizes = [26, 26, 10, 33];
  const letters = sorts.reduce((sum, sort, index) => sum + (sort.test(password) ? (sizes[index] ?? 0) : 0), 0);
  // What goes on as it was, such as aaaa or 1234, adds little.
  const steps = [...password].map((letter, index) => letter.charCodeAt(0) - (password.charCodeAt(index - 1) || 0));
  const surprises = steps.filter((step, index) => index === 0 || step !== steps[index - 1]).length;
  // Words have fewer bits a letter than chance.
  const perLetter = Math.log2(Math.max(2, letters)) * (/^[a-z]+$/i.test(password) ? 0.5 : 0.7);
  return Math.min(surprises, new Set(password).size * 2) * perLetter;
}

/** `own` are names and addresses of the person, which guessers try first. */
export function lookAtPassword(password: string, lengthMin: number, own: readonly string[]): PasswordLook {
  const lower = password.toLowerCase();
  const parts = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  const rules = [
    { rule: 'length', isMet: [...password].length >= lengthMin },
    { rule: 'variety', isMet: new Set(lower).size >= 5 },
    { rule: 'own', isMet: password !== '' && !parts.some((part) => lower.includes(part)) },
  ] as const;
  if (password === '') return { rules, strength: 0 };
  const isLacking = rules.some(({ isMet }) => !isMet);
  const strength = Math.floor(estimateBits(password) / 13);
  return { rules, strength: Math.max(1, Math.min(isLacking ? 1 : 4, strength)) };
}
