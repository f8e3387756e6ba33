// Finds the exact source text of elements while a document streams by, holding no more than a tail of it.

/** Code units kept from earlier chunks; the start of a tag never lies farther back. */
const TAIL_LENGTH = 1024;

/** Longest element name for which `startTag` still finds the opening angle bracket. */
export const MAX_NAME_LENGTH = 256;

export interface SourceWindow {
  /** Takes the next chunk; positions count code units over all chunks. */
  append(chunk: string): void;
  /** Begins to record at the `<` of the tag whose name ends before `position`; returns the line breaks in between. */
  startTag(position: number): number;
  isRecording(): boolean;
  /** Stops recording and returns what lies between the tag's `<` and `position`. */
  stop(position: number): string;
  discard(): void;
}

/** Time and memory are linear in what is recorded, whatever the size of the chunks. */
export const createSourceWindow = (): SourceWindow => {
  let text = '';
  let textStart = 0;
  let recordStart: number | undefined;
  let pieces: string[] = [];

  const discard = (): void => {
    recordStart = undefined;
    pieces = [];
  };
  return {
    append(chunk) {
      const textEnd = textStart + text.length;
      if (recordStart !== undefined) {
        pieces.push(text.slice(recordStart - textStart));
        recordStart = textEnd;
      }
      const tail = text.slice(-TAIL_LENGTH);
      textStart = textEnd - tail.length;
      text = tail + chunk;
    },
    startTag(position) {
      const start = text.lastIndexOf('<', position - textStart - 1);
      if (recordStart === undefined) recordStart = textStart + start;
      return text.slice(start, position - textStart).match(/\r\n|\r|\n/g)?.length ?? 0;
    },
    isRecording: () => recordStart !== undefined,
    stop(position) {
      if (recordStart !== undefined) pieces.push(text.slice(recordStart - textStart, position - textStart));
      const source = pieces.join('');
      discard();
      return source;
    },
    discard,
  };
};
