import { delimiter } from 'node:path'

/**
 * Loaded before every script. Streams of PHP know no variables for proxies; each call takes its proxy from its context. Since
 * PHP 8 a disabled function can be defined again, here so that each new context has the proxy. Without that function, PHP
 * creates a context only for a stream that had none, and only `get_resources` returns it.
 */
export const phpPrepend = (proxyUrl: string): string => `<?php
if (PHP_VERSION_ID >= 80000 && !function_exists('stream_context_create')) {
    stream_context_set_default(['http' => ['proxy' => '${streamAddress(proxyUrl)}']]);

    function stream_context_create(?array $options = null, ?array $params = null)
    {
        $known = get_resources('stream-context');
        $pair = stream_socket_pair(DIRECTORY_SEPARATOR === '/' ? STREAM_PF_UNIX : STREAM_PF_INET, STREAM_SOCK_STREAM, 0);
        stream_context_set_option($pair[0], 'http', 'proxy', '${streamAddress(proxyUrl)}');
        $new = array_diff_key(get_resources('stream-context'), $known);
        $context = array_pop($new);
        foreach ($options ?? [] as $wrapper => $values) {
            foreach ($values as $name => $value) {
                stream_context_set_option($context, $wrapper, $name, $value);
            }
        }
        if ($params !== null) {
            stream_context_set_params($context, $params);
        }
        return $context;
    }
}
`

const streamAddress = (url: string): string => url.replace(/^http:/, 'tcp:')

export const phpIni = (authorities: string, prepend: string): string =>
  [
    `curl.cainfo="${authorities}"`,
    `openssl.cafile="${authorities}"`,
    `auto_prepend_file="${prepend}"`,
    'disable_functions=stream_context_create',
    '',
  ].join('\n')

/** The folders of ini files: the default ones of PHP, which an empty element means, and ours. */
export const phpScanFolders = (given: string | undefined, folder: string): string =>
  `${given ?? ''}${delimiter}${folder}`
