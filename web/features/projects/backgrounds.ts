// The colour of the picture that a project chose for the place behind its title.
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(?:blue|aerial|ocean|snow)-/, 'deep-blue'],
  [/^(?:brown|wooden|beach|brush)-/, 'teddy-brown'],
  [/^(?:green|tree)-/, 'army-green'],
  [/^purple-/, 'plum-crazy'],
  [/^orange-/, 'clockwork-orange'],
];

/** One of the tracker colours. */
export const colourOfBackground = (name: string): string =>
  colours.find(([pattern]) => pattern.test(name))?.[1] ?? 'chrome-silver';
