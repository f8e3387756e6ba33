/** A file that an artifact has, or that was sent for it. */
export interface FileRef {
  id: number;
  name: string;
}
