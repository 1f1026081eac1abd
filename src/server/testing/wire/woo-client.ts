import WooCommerce from '@woocommerce/woocommerce-rest-api';

export interface WooAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WooRefused {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number };
}

/** WooCommerce's own client, which answers with `any` and is typed for another kind of modules. */
export interface WooClient {
  get: <T>(path: string, query?: object) => Promise<WooAnswer<T>>;
  post: <T>(path: string, body: object) => Promise<WooAnswer<T>>;
  put: <T>(path: string, body: object) => Promise<WooAnswer<T>>;
  delete: <T>(path: string, query?: object) => Promise<WooAnswer<T>>;
  options: <T>(path: string, query?: object) => Promise<WooAnswer<T>>;
}

interface Options {
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

const Client = WooCommerce as unknown as new (options: Options & { version: string }) => WooClient;

export function wooClient(options: Options): WooClient {
  return new Client({ ...options, version: 'wc/v3' });
}

/** The refusal that a request got. Fails when it was accepted. */
export function refusalOfWoo(request: Promise<unknown>): Promise<WooRefused> {
  return request.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: { response: { data: WooRefused } }) => error.response.data,
  );
}
