// Artifacts for outputs of other features: what has to be read first, and shapes of the wire, of tables and of lists.
import { showContext, viewArtifactReference, viewFields, viewOwnArtifact } from './artifacts.view.ts';
import { loadCompleteArtifacts } from './complete-artifacts.ts';
import { viewFlat } from './flat-values.ts';
import { readRenderables } from './readable-artifacts.ts';
import { loadRelations, withTexts } from './relations.ts';
import { timeZoneOf, viewTableCells } from './table-cells.ts';

export const artifactReads = { readRenderables, loadRelations, withTexts, loadCompleteArtifacts };

export const artifactViews = {
  viewArtifactReference,
  viewFields,
  showContext,
  viewOwnArtifact,
  viewFlat,
  viewTableCells,
  timeZoneOf,
};
