// What every store of blobs does.

export interface WrittenBlob {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Bytes from `start` up to, and without, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /** Stores a stream under a new random name; durable once `flush` has resolved. Where it throws, nothing stays. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<WrittenBlob>;
  /** Resolves when everything written before would survive a crash of the machine. */
  flush(): Promise<void>;
  /**
   * Streams the bytes, or those of a range that is not empty and ends within the blob. Throws the store's error at the first
   * chunk where there is no such name.
   */
  read(name: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** undefined where there is no such name. */
  sizeOf(name: string): Promise<number | undefined>;
  /** No error where there is no such name. */
  remove(name: string): Promise<void>;
  /** Where an administrator finds it. */
  describe(name: string): string;
}
