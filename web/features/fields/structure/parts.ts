import type { FieldParts } from '../field-parts.ts';

export const staticTextParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).StaticTextSketch }),
};

export const separatorParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).SeparatorSketch }),
};

export const lineBreakParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).LineBreakSketch }),
};
