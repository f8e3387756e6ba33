// Who asks about the running of the site.
/** What must be known of whoever asks. */
export interface Administrator {
  user: { id: number; username: string } | undefined;
  isSuperUser: boolean;
  address: string;
}
