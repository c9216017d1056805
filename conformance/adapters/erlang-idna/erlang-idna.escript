#!/usr/bin/env escript
%% The Punycode and the host names of the Erlang library idna: IDNA2008 without mapping, and after that of UTS 46.
-module('erlang-idna').
-include("frame.hrl").

main(_) ->
    case application:load(idna) of
        ok -> ok;
        _ -> io:format(standard_error, "the Erlang library idna is not installed (Debian: erlang-idna)~n", []), halt(2)
    end,
    {ok, Version} = application:get_key(idna, vsn),
    Named = [{"to-ascii", refusing(named(fun idna:encode/2))}, {"to-unicode", refusing(named(fun idna:decode/2))}],
    Mapped = [{"to-ascii", mapped(fun idna:encode/2)}, {"to-unicode", mapped(fun idna:decode/2)}],
    serve(["\"name\":\"Erlang idna\",\"version\":\"", Version, "\""],
          [{"encode", refusing(fun punycode:encode/1)}, {"decode", refusing(fun punycode:decode/1)} | Named],
          ",\"idna\":\"strict\",\"limits\":{\"length\":2000}",
          [{"uts46", ",\"idna\":\"2008\",\"limits\":{\"unicode\":\"13\"},\"params\":{\"std3\":[true,false],\"transitional\":[false,true]}", Mapped},
           {"idna2008", ",\"limits\":{\"unicode\":\"13\"},\"params\":{\"process\":[\"registration\"],\"mapping\":[\"none\"]}", Named}]).

named(Function) -> fun(Name) -> Function(Name, [{strict, true}, {std3_rules, true}]) end.

mapped(Function) ->
    fun(Name, Line) ->
        Is = fun(Setting) -> find(Setting, "true|false", Line) end,
        Options = [{uts46, true}, {std3_rules, Is("std3") =/= <<"false">>}, {transitional, Is("transitional") =:= <<"true">>}],
        case re:run(find("params", "{[^}]*}", Line), "\"(?!std3|transitional)[^\"]*\":") of
            nomatch -> (refusing(fun(Text) -> Function(Text, Options) end))(Name);
            _ -> {skip, no_such_setting}
        end
    end.

%% It refuses by an exit, or because no clause is for such an argument.
refusing(Function) ->
    fun(Text) ->
        try {ok, Function(Text)}
        catch
            exit:Why -> {error, Why};
            error:function_clause -> {error, function_clause}
        end
    end.
