import type { FieldParts } from '../field-parts.ts';

export const staticTextParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).StaticTextSketch }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).StaticTextReader }),
};

export const separatorParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).SeparatorSketch }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).SeparatorReader }),
};

export const lineBreakParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).LineBreakSketch }),
};
