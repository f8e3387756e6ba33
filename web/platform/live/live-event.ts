// What happened, and who listens.

export interface LiveEvent {
  id: number;
  kind: string;
  artifactId: number | undefined;
  trackerId: number | undefined;
  byId: number | undefined;
  at: string;
}

/** `isEarlier`: it came before who listens now did, who may have read before it what they show. */
export type LiveListener = (event: LiveEvent, isEarlier: boolean) => void;
