// The rule for names of files inside an archive: relative, with slashes, never leaving the archive.

/**
 * The name in its one normal form (`./data/a.txt` becomes `data/a.txt`), or undefined for a name that is absolute,
 * climbs with `..`, has a backslash, a drive letter, a control character or an empty part.
 */
export const normalizeArchivePath = (name: string): string | undefined => {
  if (/[\u0000-\u001f\u007f\\]/.test(name) || /^[a-zA-Z]:/.test(name) || name.length > 4096) return undefined;
  const parts = name.split('/').filter((part) => part !== '.');
  const isUnsafe = parts.length === 0 || parts.some((part) => part === '' || part === '..');
  return isUnsafe ? undefined : parts.join('/');
};
