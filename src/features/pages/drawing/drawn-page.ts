// Pages as HTML, drawn by their own program, which a build puts beside them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import { findPageFolder } from '../page-folder.ts';

/** An answer of the API. */
export interface Answer {
  text: string;
  etag?: string | undefined;
  /** Of the whole list that it is a part of. */
  size?: string | undefined;
}

/** Which page is drawn, and for whom. */
export interface Wanted {
  /** Path and search. */
  address: string;
  /** Of the browser, the one it likes best first. */
  languages: readonly string[];
  /** As `navigator.platform` names it; empty where nothing depends on it. */
  platform: string;
  /** When its answers were made, in ms. */
  nowMs: number;
  /** What it may show, by address. */
  answers: Readonly<Record<string, Answer>>;
}

const Drawing = Type.Union([
  Type.Object({
    html: Type.String(),
    writing: Type.String(),
    look: Type.Partial(Type.Object({ variant: Type.String(), mode: Type.String(), density: Type.String() })),
  }),
  Type.Object({ missing: Type.Array(Type.String()) }),
]);

/** The page, by what its texts and dates are written, and the look of whoever looks at it; or the addresses of what it needs besides. */
export type Drawing = Static<typeof Drawing>;

const isDrawing = shapeCheck(Drawing);

/** Loads what draws pages. Throws where the pages were not built; what it gives throws where a page can't be drawn. */
export async function readDrawing(): Promise<(wanted: Wanted) => Promise<Drawing>> {
  const program: unknown = await import(new URL('drawing/drawing.js', findPageFolder()).href);
  const draw: unknown = typeof program === 'object' && program !== null && 'draw' in program ? program.draw : undefined;
  if (typeof draw !== 'function') throw new Error('the built pages do not draw themselves');
  return async (wanted) => {
    const drawing: unknown = await Reflect.apply(draw, undefined, [wanted]);
    if (!isDrawing(drawing)) throw new Error('a page was drawn as something else');
    return drawing;
  };
}
