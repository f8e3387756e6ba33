// Wire shapes of the site's logo.
import { Type } from 'typebox';

/** Bytes of a logo before it is written in base64; more are answered 400. */
export const logoMaxBytes = 262_144;
/** Width and height, each. */
export const logoMaxPixels = 4096;

export const NewLogo = Type.Object({
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(logoMaxBytes / 3) * 4,
    description: `A PNG, JPEG, GIF or WebP in base64; before that at most ${logoMaxBytes} bytes, ${logoMaxPixels} pixels wide and high.`,
  }),
});

export const SiteLogo = Type.Object(
  {
    url: Type.String({ description: 'Where everybody gets the picture; another picture has another address.' }),
    media_type: Type.String(),
    size: Type.Integer({ description: 'In bytes.' }),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
  },
  { title: 'SiteLogo' },
);
