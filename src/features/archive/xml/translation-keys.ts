// Labels of old archives that are keys of translated texts: what they say in English.

/** What the first fieldsets of trackers are called that came with the origin. */
const fieldsets: Readonly<Record<string, { label: string; description: string }>> = {
  default: { label: 'Details', description: 'Details of the artifact' },
  status: { label: 'Status', description: 'Where the work on the artifact stands' },
  patchtext: { label: 'Patch text', description: 'Text of the patch' },
};

const keyPattern = /^([a-z]+)_([a-z\d_]+)_(lbl|desc)_key$/;

/** The text as it is, or the English text where it is a key such as `fieldset_status_bugs_lbl_key`. */
export function translateKey(text: string): string {
  const [, kind, rest, part] = keyPattern.exec(text) ?? [];
  if (kind === undefined || rest === undefined) return text;
  const known = kind === 'fieldset' ? fieldsets[rest.split('_')[0] ?? ''] : undefined;
  if (known !== undefined) return part === 'lbl' ? known.label : known.description;
  const words = rest.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
