// How a text in Markdown names files of its artifact, and which it names. Pure.

/** A picture is shown where it is named, another file is linked. */
export function nameFile({ name, href, type }: { name: string; href: string; type: string }): string {
  const label = name.replaceAll(/[\\[\]]/g, String.raw`\$&`);
  return `${type.startsWith('image/') ? '!' : ''}[${label}](${href})`;
}

/** Those of the files that the text names. */
export const namedIn = <T extends { id: number }>(text: string, files: readonly T[]): readonly T[] =>
  files.filter(({ id }) => text.includes(`/attachments/${id}-`));
