/** The titles of views that are not built yet. */
export const NOT_BUILT = ['AI Canvas View'] as const;
