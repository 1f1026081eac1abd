/** Addresses of the web app's pages: the server answers these with it, and every other one with 404. */
export const PAGES = { workspace: '/', login: '/login', menuDisplay: '/menu-display' } as const;
