/** The titles of views that are not built yet. */
export const NOT_BUILT = ['TV Menu Display'] as const;
