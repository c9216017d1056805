%% The frame of the adapters in Erlang: acegate's line protocol around functions from code points to code points.
%% A request is one object on one line, and its input is an array of integers, as the hello asks.

%% `Others` are other codecs: the name, what it declares after its operations in JSON, and its functions of code points,
%% or of code points and the request.

serve(Implementation, Functions, Support, Others) ->
    io:setopts([{encoding, latin1}, binary]),
    logger:set_primary_config(level, none), % which writes to standard output
    Codecs = [{"punycode", Support, Functions} | Others],
    Hello = ["{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{", Implementation,
             ",\"language\":\"Erlang\"},\"codecs\":{", lists:join(",", [declaration(Codec) || Codec <- Codecs]), "}}"],
    loop(Hello, [{Name, Own} || {Name, _, Own} <- Codecs]).

declaration({Name, Declared, Functions}) ->
    Ops = lists:join(",", [[$", Op, $"] || {Op, _} <- Functions]),
    [$", Name, "\":{\"ops\":[", Ops, "]", Declared, "}"].

loop(Hello, Codecs) ->
    case io:get_line("") of
        Line when is_binary(Line) ->
            Reply = case find("type", "\"hello\"", Line) of
                        <<>> -> ["{\"id\":", find("id", "\\d+", Line), ",", reply(Codecs, Line), "}"];
                        _ -> Hello
                    end,
            file:write(standard_io, [Reply, "\n"]),
            loop(Hello, Codecs);
        _ -> ok
    end.

reply(Codecs, Line) ->
    {_, Functions} = lists:keyfind(word("codec", Line), 1, Codecs ++ [{word("codec", Line), []}]),
    case lists:keyfind(word("op", Line), 1, Functions) of
        {_, Function} -> answer(Function, points(find("u", "\\[[\\d,]*\\]", Line)), Line);
        _ -> "\"skip\":\"it has no such codec or operation\""
    end.

answer(Function, Points, Line) ->
    try if is_function(Function, 1) -> Function(Points); true -> Function(Points, Line) end of
        {ok, Result} -> ["\"ok\":{\"u\":[", lists:join(",", [integer_to_list(C) || C <- Result]), "]}"];
        {error, Why} -> ["\"error\":{\"message\":", quoted(Why), "}"];
        {skip, Why} -> ["\"skip\":", quoted(Why)]
    catch
        Class:Why -> ["\"crash\":", quoted({Class, Why})]
    end.

word(Name, Line) -> string:trim(binary_to_list(find(Name, "\"[a-z0-9-]*\"", Line)), both, "\"").

points(List) -> [binary_to_integer(C) || C <- binary:split(binary:part(List, 1, byte_size(List) - 2), <<",">>, [global]), C =/= <<>>].

quoted(Term) -> [$", re:replace(io_lib:format("~0tp", [Term]), "[^ -~]|[\"\\\\]", "?", [global, unicode]), $"].

find(Name, Pattern, Line) ->
    case re:run(Line, ["\"", Name, "\":(", Pattern, ")"], [{capture, all_but_first, binary}]) of
        {match, [Found]} -> Found;
        nomatch -> <<>>
    end.
