#!/usr/bin/env escript
%% The Punycode and the host names of the Erlang library idna: IDNA2008 without mapping.
-module('erlang-idna').
-include("frame.hrl").

main(_) ->
    case application:load(idna) of
        ok -> ok;
        _ -> io:format(standard_error, "the Erlang library idna is not installed (Debian: erlang-idna)~n", []), halt(2)
    end,
    {ok, Version} = application:get_key(idna, vsn),
    serve(["\"name\":\"Erlang idna\",\"version\":\"", Version, "\""],
          [{"encode", refusing(fun punycode:encode/1)}, {"decode", refusing(fun punycode:decode/1)},
           {"to-ascii", refusing(named(fun idna:encode/2))}, {"to-unicode", refusing(named(fun idna:decode/2))}],
          ",\"idna\":\"strict\",\"limits\":{\"length\":2000}").

named(Function) -> fun(Name) -> Function(Name, [{strict, true}, {std3_rules, true}]) end.

%% It refuses by an exit, or because no clause is for such an argument.
refusing(Function) ->
    fun(Text) ->
        try {ok, Function(Text)}
        catch
            exit:Why -> {error, Why};
            error:function_clause -> {error, function_clause}
        end
    end.
