/** All that is drawn as nothing, except what chooses the drawing of an emoji. */
export const INVISIBLE = /(?![\u{FE0E}\u{FE0F}])[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\s]/gu;
