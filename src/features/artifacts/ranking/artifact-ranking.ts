// The one order of all artifacts, as other features read and change it.
import { rankArtifacts, recordPlanned } from './rank-artifacts.ts';
import { rankOf } from './rank.ts';
import { hasMovedArtifacts, listIdsByRank, orderNewArtifacts, rankOrder } from './rank.store.ts';

export const artifactRanking = {
  rankOf,
  rankOrder,
  listIdsByRank,
  hasMovedArtifacts,
  orderNewArtifacts,
  rankArtifacts,
  recordPlanned,
};
