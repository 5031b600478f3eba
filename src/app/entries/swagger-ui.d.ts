declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface SwaggerResponse {
    url: string;
    ok: boolean;
    text: string;
  }
  /** The options used here of https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/. */
  export interface SwaggerOptions {
    url: string;
    domNode: HTMLElement | null;
    deepLinking?: boolean;
    docExpansion?: 'none' | 'list' | 'full';
    filter?: boolean;
    displayOperationId?: boolean;
    defaultModelsExpandDepth?: number;
    persistAuthorization?: boolean;
    responseInterceptor?: (response: SwaggerResponse) => SwaggerResponse;
    validatorUrl?: string | null;
  }
  export default function SwaggerUI(options: SwaggerOptions): unknown;
}
