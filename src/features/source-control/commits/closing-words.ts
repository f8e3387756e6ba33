// What a commit message asks for: `closes art #12` and the like.

/** The word that a comment says of what was done, by the words of messages. */
const wordForms: Readonly<Record<string, readonly string[]>> = {
  Closed: ['close', 'closes', 'closed', 'closing'],
  Fixed: ['fix', 'fixes', 'fixed', 'fixing'],
  Resolved: ['resolve', 'resolves', 'resolved', 'resolving'],
  Implemented: ['implement', 'implements', 'implemented', 'implementing'],
};

export interface ClosingWish {
  /** Of the reference, in lower case, such as `art`. */
  keyword: string;
  artifactId: number;
  /** Such as `Fixed`. */
  outcome: string;
}

const outcomes = new Map(
  Object.entries(wordForms).flatMap(([outcome, forms]) => forms.map((form) => [form, outcome] as const)),
);

const pattern = new RegExp(
  String.raw`\b(${[...outcomes.keys()].join('|')}):?[ \u00A0\r\n]{1,3}(\w+)[ \u00A0]?#(\d{1,15})\b`,
  'gi',
);

/** So many artifacts of one message are closed, because each is a change of its own. */
const wishesMax = 50;

/** Each artifact once, in the order of the message; the first 50. Whether there are such artifacts is not asked. */
export function listClosingWishes(message: string): ClosingWish[] {
  const wishes = new Map<number, ClosingWish>();
  for (const [, word = '', keyword = '', number = ''] of message.matchAll(pattern)) {
    const artifactId = Number(number);
    if (wishes.size === wishesMax) break;
    if (wishes.has(artifactId)) continue;
    const outcome = outcomes.get(word.toLowerCase()) ?? word;
    wishes.set(artifactId, { keyword: keyword.toLowerCase(), artifactId, outcome });
  }
  return [...wishes.values()];
}
